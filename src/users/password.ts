/** Password hashes: argon2id, a few at a time, because each takes 19 MiB and a core. */
import { availableParallelism } from 'node:os'
import * as v from 'valibot'
import { createFairQueues } from '../platform/fair-queues'
import { Password } from '../platform/formats'

const settings = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
/** Leaves one core free: otherwise sign-ins would block everybody else. */
const CONCURRENT_HASHES = Math.min(2, Math.max(1, availableParallelism() - 1))

const queues = createFairQueues({ atOnce: CONCURRENT_HASHES, each: CONCURRENT_HASHES })

export const hashPassword = (password: string) => queues.run('', () => Bun.password.hash(password, settings))

export type Asker = {
  /** Checks in one queue run in order and do not wait for other queues. */
  readonly queue: string
  /** Called in its turn; may throw to refuse. */
  atTurn?(): void
}

/** Takes as long for an unknown user (`hash` null) as for a wrong password, so timing reveals nothing. */
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

/** Generates an initial password: 16 letters and digits that do not look alike. */
export function inventPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
  for (;;) {
    const invented = Array.from(crypto.getRandomValues(new Uint32Array(16)), (n) => letters[n % letters.length]).join(
      '',
    )
    if (v.is(Password, invented)) return invented
  }
}
