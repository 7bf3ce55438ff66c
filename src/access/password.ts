/** Password hashes: argon2id, few at a time, because each takes 19 MiB and a core. */
const settings = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
const AT_ONCE = 2

let busy = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else busy++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}

export const hashPassword = (password: string) => inTurn(() => Bun.password.hash(password, settings))

/** Takes as long for an unknown person (`hash` null) as for a wrong password, so that time tells nothing. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  nobody ??= Bun.password.hash(crypto.randomUUID(), settings)
  const known = hash ?? (await nobody)
  const same = await inTurn(() => Bun.password.verify(password, known))
  return same && hash !== null
}
let nobody: Promise<string> | undefined

/** A first password nobody has to invent: 16 letters and digits without those that look alike. */
export function inventPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
  return Array.from(crypto.getRandomValues(new Uint32Array(16)), (n) => letters[n % letters.length]).join('')
}
