// The configuration of the embedded Postgres.

/**
 * For two cores and a few dozen connections. fsync, synchronous_commit and full_page_writes stay at their defaults: on.
 */
export const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '128MB',
  wal_buffers: '16MB',
  max_wal_size: '2GB',
  // segments are recycled rather than created
  min_wal_size: '512MB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  jit: 'off',
  // containers have little /dev/shm, and the second core runs the services
  max_parallel_workers_per_gather: '0',
  log_checkpoints: 'off',
  timezone: 'UTC',
}

/** For clusters that are thrown away. */
export const DISPOSABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** In megabytes. A new segment is filled with zeros while every commit waits: the default of 16 takes 50 ms. */
export const WAL_SEGMENT = '--wal-segsize=4'
