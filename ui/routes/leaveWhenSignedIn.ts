import { redirect } from '@tanstack/react-router'
import { restoreSession } from '../shared/session/access'
import { isSignedIn, mayHaveSession } from '../shared/session/session'

/** Before a page for visitors: signed-in users go to `href`, by default home. */
export async function leaveWhenSignedIn({ href = '/' }: { href?: string } = {}): Promise<void> {
  if (!isSignedIn() && mayHaveSession()) await restoreSession().catch(() => undefined)
  if (isSignedIn()) throw redirect({ href })
}
