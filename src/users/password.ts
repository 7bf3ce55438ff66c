/** Password hashes: argon2id, few at a time, because each takes 19 MiB and a core. */
import { availableParallelism } from 'node:os'
import { createFairQueues } from '../platform/fair-queues'

const settings = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
/** One core is left to everybody else: with all of them hashing, those at work would wait for those who sign in. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))

const queues = createFairQueues({ atOnce: AT_ONCE, each: AT_ONCE })

export const hashPassword = (password: string) => queues.run('', () => Bun.password.hash(password, settings))

export type Asker = {
  /** Checks of one queue wait for each other, but not for another queue's backlog. */
  readonly queue: string
  /** Called when its turn has come; throws to refuse. */
  atTurn?(): void
}

/** Takes as long for an unknown person (`hash` null) as for a wrong password, so that time tells nothing. */
export async function isPassword(password: string, hash: string | null, { queue, atTurn }: Asker): Promise<boolean> {
  nobody ??= Bun.password.hash(crypto.randomUUID(), settings)
  const known = hash ?? (await nobody)
  const same = await queues.run(queue, () => {
    atTurn?.()
    return Bun.password.verify(password, known)
  })
  return same && hash !== null
}
let nobody: Promise<string> | undefined

/** A generated first password: 16 letters and digits, without those that look alike. */
export function inventPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
  return Array.from(crypto.getRandomValues(new Uint32Array(16)), (n) => letters[n % letters.length]).join('')
}
