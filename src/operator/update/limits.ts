/** How long the parts of an update may take, in milliseconds. */
import { MINUTE, SECOND } from '../../platform/time'

export const limits = {
  /** Between two looks at whether something is in order, or is asked for. */
  look: SECOND,
  /** In-order stop of the server that is replaced. */
  stop: 12 * SECOND,
  /** From the start of the new program until it answers its watcher. */
  start: MINUTE,
  /** Between two of its answers. */
  silence: 30 * SECOND,
  /** Migrating and checking, and as much again for each gigabyte. */
  trial: 5 * MINUTE,
  /** In order with its doors open, until it is good. */
  steady: MINUTE,
  /** Left to a supervisor such as systemd to start a server again, before the watcher becomes one. */
  grace: 4 * SECOND,
} as const
