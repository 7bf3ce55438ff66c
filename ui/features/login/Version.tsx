import { version } from '../../../package.json'

/** Which build of the screens this is. */
export function Version() {
  return <span className="ml-auto nums">{version}</span>
}
