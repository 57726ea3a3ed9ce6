import { Button } from '#ui/components/ui/button.tsx'
import { Dialog } from '#ui/components/ui/dialog.tsx'
import { dismissBlocked } from '#ui/lib/blocked.ts'
import { play } from '#ui/lib/messages/betting/play.ts'

/** Tells a user whose account was blocked during the visit what happened, and whom to contact. */
export default function BlockedDialog() {
  return (
    <Dialog open onOpenChange={dismissBlocked} title={play.blocked.title} description={play.blocked.text}>
      <p className="mt-3 text-body">{play.blocked.support}</p>
      <div className="mt-5 flex justify-end">
        <Button variant="primary" onClick={dismissBlocked}>
          {play.blocked.close}
        </Button>
      </div>
    </Dialog>
  )
}
