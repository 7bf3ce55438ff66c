/** Parent side of session-process.ts. */
import { join } from 'node:path'
import type { FromSession, ToSession } from './session-process'
import { until } from './support'

export function spawnSession(dir: string, { url, rootKey }: { url: string; rootKey: string }) {
  const seen = { status: '', qrcode: '', stored: 0, batches: 0, largest: 0 }
  let sent: ((result: Extract<FromSession, { type: 'sent' }>) => void) | null = null
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'session-process.ts'), dir, url, rootKey], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc(message: FromSession) {
      if (message.type === 'news') Object.assign(seen, { status: message.status, qrcode: message.qrcode })
      if (message.type === 'stored') Object.assign(seen, { ...message, stored: message.count })
      if (message.type === 'sent') sent?.(message)
    },
  })
  const ask = (request: ToSession) => child.send(request)
  const why = () => JSON.stringify(seen)
  return {
    get stored() {
      return seen.stored
    },
    get batches() {
      return seen.batches
    },
    get largest() {
      return seen.largest
    },
    until: (find: () => boolean, ms: number) => until(find, ms, why),
    async link(phone: { scan(qr: string): Promise<string> }) {
      ask({ do: 'pair' })
      await phone.scan(await until(() => seen.qrcode, 15_000, why))
      await until(() => seen.status === 'CONNECTED', 15_000, why)
    },
    start: async () => {
      ask({ do: 'start' })
      await until(() => seen.status === 'CONNECTED', 15_000, why)
    },
    send: (to: readonly string[], each: number) =>
      new Promise<Extract<FromSession, { type: 'sent' }>>((resolve) => {
        sent = resolve
        ask({ do: 'send', to, each })
      }),
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
