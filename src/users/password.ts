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

/** bcrypt, of accounts that moved in from another product. Costlier ones would occupy a core for seconds. */
const BCRYPT = /^\$2[abxy]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/
/** bcrypt reads no further; Bun hashes longer ones first, so that what other products stored would not fit. */
const BCRYPT_BYTES = 72

const isOurs = (hash: string): boolean => hash.startsWith('$argon2id$')

/** A hash of another product that `isPassword` understands; null for anything else. */
export const readKnownHash = (stored: string | null): string | null => {
  const hash = stored?.trim() ?? ''
  return BCRYPT.test(hash) || /^\$argon2id\$v=19\$m=\d{1,6},t=\d{1,2},p=\d\$[\w+/$]{20,200}$/.test(hash) ? hash : null
}

/** Whether a bcrypt hash of low cost is that of this short password. */
export async function hasWeakDefault(hash: string, password: string): Promise<boolean> {
  return /^\$2[abxy]\$(0[4-9]|10)\$/.test(hash) && Bun.password.verify(password, hash)
}

/** Checks bcrypt beside ours, which takes longer: otherwise timing would tell who moved in. */
async function verify(password: string, hash: string): Promise<boolean> {
  if (!BCRYPT.test(hash)) return Bun.password.verify(password, hash)
  const [same] = await Promise.all([
    Bun.password.verify(Buffer.from(password).subarray(0, BCRYPT_BYTES), hash),
    hashOfNobody().then((hash) => Bun.password.verify(password, hash)),
  ])
  return same
}

/** The hash to store instead, once the password is known to be right; null if it is as good as it gets. */
export const renewedHash = async (password: string, hash: string): Promise<string | null> =>
  isOurs(hash) ? null : hashPassword(password)

/** Takes as long for an unknown user (`hash` null) as for a wrong password, so timing reveals nothing. */
export async function isPassword(password: string, hash: string | null, { queue, atTurn }: Asker): Promise<boolean> {
  const known = hash ?? (await hashOfNobody())
  const same = await queues.run(queue, () => {
    atTurn?.()
    return verify(password, known)
  })
  return same && hash !== null
}
const hashOfNobody = (): Promise<string> => {
  nobody ??= Bun.password.hash(crypto.randomUUID(), settings)
  return nobody
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
