/** What the operator is told before linked devices are taken over. */
import { REDIS_COMMAND } from './redis-export'

export const risks: readonly string[] = [
  'The old system must have stopped before the dump was made, and must never start again with these sessions: both would throw each other out, and messages would become unreadable for good.',
  'A dump that is older than the last message has keys that were used since. Some messages then arrive as placeholders until they are asked for again.',
  'Whoever has the dump has these numbers. Delete it when you are done.',
  'The phones go on showing the old device name.',
  'If WhatsApp refuses a session, its number is linked with a QR code, and nothing else is lost.',
]

/** Typed by the operator, or `--yes`. */
export const CONFIRMATION = 'Is the old system stopped, and will it never start again?'

export const REDIS_HINT = `This fork keeps its sessions in Redis. Where Redis is, run: ${REDIS_COMMAND}`
