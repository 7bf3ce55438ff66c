/**
 * A process that kills itself at a given call that changes the disk, half way through if it is a write:
 *
 *     bun killed-process.ts follower|owner|control <folder of the log> <folder of the company> <call> <seed>
 *
 * Without reaching that call, it ends with 0 and prints the number of calls. An owner also prints each acknowledged row.
 */
const [role = '', logFolder = '', folder = '', killAt = '0', seed = '1'] = process.argv.slice(2)
// Modules loaded later see what is changed here, unless this one imports from node:fs, too.
const fs: typeof import('node:fs') = require('node:fs')
let calls = 0
let isCounting = false
const kill = () => process.kill(process.pid, 'SIGKILL')
const isLast = () => isCounting && ++calls === Number(killAt)

const write = fs.writeSync
const writeHalf = (
  fd: number,
  bytes: Uint8Array | string,
  offset = 0,
  length = bytes.length,
  at: number | null = null,
) => {
  if (typeof bytes === 'string') return isLast() ? kill() : write(fd, bytes)
  if (!isLast()) return write(fd, bytes, offset, length, at)
  write(fd, bytes, offset, Math.floor(length / 2), at)
  return kill()
}
Object.assign(fs, { writeSync: writeHalf })
for (const name of ['ftruncateSync', 'renameSync', 'rmSync', 'writeFileSync', 'mkdirSync'] as const) {
  const usual = fs[name] as (...args: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (isLast()) kill()
      return usual(...args)
    },
  })
}
const flush = fs.fsync
Object.assign(fs, {
  fsync: (...args: Parameters<typeof flush>) => {
    if (isLast()) kill()
    return flush(...args)
  },
})

const { createKeptLog } = await import('./kept-log')
const { own, reopenFollower } = await import('./fleet')
const { openCompany, runTransaction } = await import('./company')
const { createRandom } = await import('../../support/random')
const { CONTROL } = await import('../../../src/platform/gate')

const say = (text: string) => write(1, `${text}\n`)

async function runFollower(): Promise<void> {
  const log = createKeptLog(logFolder)
  isCounting = true
  const follower = await reopenFollower(log, folder)
  await follower.catchUp()
  await follower.finish()
}

async function runOwner(): Promise<void> {
  const log = createKeptLog(logFolder)
  isCounting = true
  const { owner } = await own(log, folder)
  const company = openCompany(folder)
  const random = createRandom(Number(seed))
  for (let round = 1; round <= 15; round++) {
    runTransaction(company, random)
    const id = `${seed}.${round}`
    company.session
      .prepare("INSERT INTO session_rows (connection_id, type, id, value) VALUES (9, 'told', ?, '')")
      .run(id)
    void owner.wait()?.then(() => say(`told ${id}`))
    if (random.oneIn(3)) await owner.wait()
    if (random.oneIn(12)) await owner.takeSnapshot()
  }
  await owner.wait()
  company.close()
  await owner.handOver()
}

/** A node that follows control.db and reads it meanwhile. */
async function runControl(): Promise<void> {
  const { createTestFleet, until } = await import('../control/support/nodes')
  const log = createKeptLog(logFolder, CONTROL)
  const end = (await log.last(CONTROL))?.seq ?? 0
  const fleet = createTestFleet(log)
  isCounting = true
  const { control } = await fleet.follower('killed', folder)
  await until(() => control.seq() === end)
  isCounting = false
}

const roles = { owner: runOwner, follower: runFollower, control: runControl }
await (roles[role as keyof typeof roles] ?? runFollower)() // as the usage above has it
say(`calls ${calls}`)

export {} // makes this a module
