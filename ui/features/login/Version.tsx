import { version } from '../../../package.json'

/** The version of the screens. */
export function Version() {
  return <span className="ml-auto nums">{version}</span>
}
