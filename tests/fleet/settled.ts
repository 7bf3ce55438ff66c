import { quiet } from '../support/until'

/** Whether the promise has settled once everything that is ready has run. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  await quiet(20)
  return settled
}
