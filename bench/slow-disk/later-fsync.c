// Preloaded into Postgres: each fsync and fdatasync returns so many microseconds later as the shared file of FSYNC_DELAY_FILE says
// at that moment. The process sleeps meanwhile, as it does while a disk works.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const volatile unsigned *delay;

__attribute__((constructor)) static void open_delay(void) {
  const char *path = getenv("FSYNC_DELAY_FILE");
  int fd = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  void *page = mmap(NULL, sizeof(unsigned), PROT_READ, MAP_SHARED, fd, 0);
  if (page != MAP_FAILED) delay = page;
  close(fd);
}

static int later(int result) {
  int error = errno;
  unsigned microseconds = delay == NULL ? 0 : *delay;
  struct timespec left = {microseconds / 1000000, (long)(microseconds % 1000000) * 1000};
  while (microseconds > 0 && nanosleep(&left, &left) == -1 && errno == EINTR) continue;
  errno = error;
  return result;
}

int fsync(int fd) { return later(syscall(SYS_fsync, fd)); }
int fdatasync(int fd) { return later(syscall(SYS_fdatasync, fd)); }
