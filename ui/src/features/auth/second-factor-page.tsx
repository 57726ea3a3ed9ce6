import { SetUpFactor } from '#ui/components/second-factor/set-up-factor.tsx'
import { secondFactor } from '#ui/lib/messages/access/second-factor.ts'
import { secondFactorSetUp } from '#ui/lib/session.ts'
import { OnlyPage } from './only-page.tsx'

/** For admins who must have a second factor and have none. */
export function SecondFactorPage() {
  return (
    <OnlyPage title={secondFactor.dutyTitle} hint={secondFactor.dutyHint}>
      <SetUpFactor onDone={secondFactorSetUp} />
    </OnlyPage>
  )
}
