/** The simulator in its own process, and connections paired with its phones. */
import { join } from 'node:path'
import type { Command, CommandResult, SimulatorState } from '../../src/simulator/contract'
import { hear, raise } from './children'
import type { Client } from './client'

export type Testbed = {
  readonly env: Record<string, string>
  run(command: Command): Promise<Extract<CommandResult, { ok: true }>>
  state(): Promise<SimulatorState>
  stop(): Promise<void>
}

export async function openTestbed(): Promise<Testbed> {
  const program = join(import.meta.dir, '..', '..', 'cli', 'balcao.ts')
  const child = raise(
    Bun.spawn([process.execPath, program, 'simulator', '--seed', '7'], { stdout: 'pipe', stderr: 'inherit' }),
  )
  // its one line
  const { url, origin, rootKey } = JSON.parse(await hear(child.stdout, '}')) as {
    url: string
    origin: string
    rootKey: string
  }
  return {
    env: { BALCAO_WHATSAPP_URL: url, BALCAO_WHATSAPP_ROOT_KEY: rootKey },
    async run(command) {
      const answer = await fetch(`${origin}/control/command`, {
        method: 'POST',
        body: JSON.stringify(command),
        headers: { 'content-type': 'application/json' },
      })
      const result = (await answer.json()) as CommandResult // simulator/contract.ts
      if (!result.ok) throw new Error(`${command.do}: ${result.message}`)
      return result
    },
    state: async () => (await (await fetch(`${origin}/control/state`)).json()) as SimulatorState, // idem
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

export const companyNumber = (n: number) => `55213000${String(1000 + n)}`

/** Creates connection `n` and links it with its own company phone. Returns the connection's id. */
export async function link(client: Client, testbed: Testbed, n: number): Promise<number> {
  const phone = companyNumber(n)
  await testbed.run({ do: 'addPhone', phone, name: `Empresa ${n}`, role: 'company' })
  const { id } = await client.call<{ id: number }>('POST', '/whatsapp', { name: `Conexão ${n}` })
  await client.call('POST', `/whatsappsession/${id}`, {})
  const { qrcode } = await poll(client, id, (row) => row.qrcode !== '')
  await testbed.run({ do: 'scan', phone, qr: qrcode })
  await poll(client, id, (row) => row.status === 'CONNECTED')
  return id
}

type Row = { status: string; qrcode: string; outboxCount: number }

export async function poll(client: Client, id: number, until: (row: Row) => boolean, patience = 30_000): Promise<Row> {
  for (const deadline = performance.now() + patience; performance.now() < deadline; await Bun.sleep(20)) {
    const row = await client.call<Row>('GET', `/whatsapp/${id}`)
    if (until(row)) return row
  }
  throw new Error(`connection ${id} did not reach the expected state`)
}
