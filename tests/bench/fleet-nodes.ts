/** Two nodes and one server: idle companies, forwarding, moves, and an owner that is killed. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, clientOf, medianOf, signIn } from './client'
import { seedCompanies } from './companies'
import { type FleetSize, openBenchFleet } from './fleet'
import type { Report } from './report'
import { ADMIN, sizes } from './seed'
import { OWN_EXECUTABLE, type ServerProcess, startServer, temporaryFolder } from './server'
import { median, rounded } from './statistics'

const PAGE = '/tickets?status=open&isGroup=false&showAll=true&pageNumber=1'

/** A page at its company's node and through the other one, in turn; idle companies; a move; and an owner that is killed. */
export async function benchFleetNodes(report: Report, { rounds, idleCompanies, idleSeconds }: FleetSize) {
  const fleet = await openBenchFleet()
  const [first, second] = [temporaryFolder(), temporaryFolder()]
  const [company] = await seedCompanies(first.path, { count: idleCompanies, size: sizes.new })
  await fleet.init(first.path)
  cpSync(join(first.path, 'secret.key'), join(second.path, 'secret.key'))
  const env = [await fleet.envOf('bench-1'), await fleet.envOf('bench-2')] as const
  const owner = await startServer(first.path, { env: env[0] })
  await untilSaid(
    first.path,
    env[0],
    ({ companies }) => companies.filter(({ owner }) => owner !== null).length >= idleCompanies,
  )
  await benchIdle(report, owner, { companies: idleCompanies, seconds: idleSeconds })
  const client = await signIn(owner.port, ADMIN)
  const other = await startServer(second.path, { env: env[1] })
  // A new node is busy with its copies.
  await untilSaid(first.path, env[0], ({ companies }) => companies.every(({ isStandbyReady }) => isStandbyReady))
  const through = { ...clientOf(other.port, { token: client.token, company: company.uuid, userId: client.userId }) }
  const times: { local: number; forwarded: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const one = { local: await medianOf(client, PAGE), forwarded: await medianOf(through, PAGE) }
    if (round > 0) times.push(one) // the first one warms up
  }
  const [local, forwarded] = [median(times.map((one) => one.local)), median(times.map((one) => one.forwarded))]
  report.add({
    id: 'fleet.forwarded',
    counted: times.length,
    expected: rounds,
    localP50: local,
    forwardedP50: forwarded,
    addedMs: rounded(forwarded - local, 2),
  })
  const nodes = { dataDir: first.path, env: env[0], company: company.uuid }
  await benchMoves(report, nodes, { client, rounds })
  await benchTakeOver(report, nodes, owner, through)
  await Promise.all([owner.stop(), other.stop()])
  await fleet.close()
  for (const folder of [first, second]) folder.remove()
}

type Nodes = { readonly dataDir: string; readonly env: Readonly<Record<string, string>>; readonly company: string }

/** A company moves away and back, while somebody asks for one page after another. */
async function benchMoves(
  report: Report,
  { dataDir, env, company }: Nodes,
  { client, rounds }: { readonly client: Client; readonly rounds: number },
) {
  const [commands, pauses]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const to of ['bench-2', 'bench-1']) {
      await Bun.sleep(1000)
      const began = performance.now()
      const command = Bun.spawn([OWN_EXECUTABLE, 'fleet', 'move', company, to, '--data', dataDir], {
        env: { ...process.env, ...env },
        stdout: 'ignore',
        stderr: 'inherit',
      })
      let pause = 0
      for (let asked = began; command.exitCode === null; await Bun.sleep(5)) {
        asked = performance.now()
        await client.call('GET', PAGE)
        pause = Math.max(pause, performance.now() - asked)
      }
      if (command.exitCode !== 0) throw new Error(`the company did not move to ${to}`)
      commands.push(performance.now() - began)
      pauses.push(pause)
    }
  report.add({
    id: 'fleet.move',
    counted: commands.length,
    expected: 2 * rounds,
    commandMs: Math.round(median(commands)),
    longestPauseMs: Math.round(Math.max(...pauses)),
  })
}

/** The owner of every company is killed; then its standby answers. */
async function benchTakeOver(report: Report, { dataDir, env, company }: Nodes, owner: ServerProcess, other: Client) {
  await untilSaid(dataDir, env, ({ companies }) =>
    companies.some(({ uuid, standby, isStandbyReady }) => uuid === company && standby === 'bench-2' && isStandbyReady),
  )
  const killed = performance.now()
  process.kill(owner.pid, 'SIGKILL')
  let counted = 0
  for (; counted === 0 && performance.now() < killed + 60_000; await Bun.sleep(20)) {
    const answer = await other.call('GET', PAGE).catch(() => undefined)
    if (answer !== undefined) counted = 1
  }
  report.add({ id: 'fleet.takeover', counted, expected: 1, answersAfterMs: Math.round(performance.now() - killed) })
}

async function benchIdle(
  report: Report,
  owner: ServerProcess,
  { companies, seconds }: { readonly companies: number; readonly seconds: number },
) {
  await Bun.sleep(2000)
  const cpu = owner.cpuSeconds()
  await Bun.sleep(seconds * 1000)
  report.add({
    id: 'fleet.idle',
    counted: companies,
    expected: companies,
    cpuPercent: rounded(((owner.cpuSeconds() - cpu) / seconds) * 100, 2),
    rssMb: owner.rssMb(),
  })
}

type Said = {
  readonly companies: readonly {
    readonly uuid: string
    readonly owner: string | null
    readonly standby: string | null
    readonly isStandbyReady: boolean
  }[]
}

/** Waits until `balcao fleet status` says so. */
async function untilSaid(dataDir: string, env: Readonly<Record<string, string>>, isSo: (said: Said) => boolean) {
  let told = ''
  for (const end = performance.now() + 300_000; performance.now() < end; await Bun.sleep(500)) {
    const said = Bun.spawnSync([OWN_EXECUTABLE, 'fleet', 'status', '--json', '--data', dataDir], {
      env: { ...process.env, ...env },
    })
    told = said.stdout.toString()
    if (said.exitCode === 0 && isSo(JSON.parse(told) as Said)) return
  }
  throw new Error(`the fleet did not come so far: ${told.slice(0, 1000)}`)
}
