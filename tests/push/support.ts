/** A company whose people have browsers at a local push service. */
import { afterAll } from 'bun:test'
import type { PushPayload } from '../../src/features/push/contract'
import { type Browser, type PushService, startPushService } from '../../src/simulator/push/stand-in'
import type { Attendant } from '../support/company-world'
import { doJob } from '../support/jobs'
import { until } from '../support/until'
import { allowLocal } from '../support/webhook-receiver'
import { type World, type WorldOptions, world } from '../support/world'

const services: PushService[] = []
afterAll(() => Promise.all(services.map((one) => one.stop())))

export async function pushing(options: WorldOptions = {}) {
  const service = await startPushService()
  services.push(service)
  const w = world({ outsideAllow: allowLocal, ...options })
  return { w, service }
}

export type Device = Browser & {
  readonly id: number
  /** What it shows: the latest of each tag, the oldest first. */
  shown(): PushPayload[]
  /** Waits for so many messages, and returns them. */
  gets(count: number): Promise<PushPayload[]>
}

const readPayload = ({ text }: { readonly text: string }) => JSON.parse(text) as PushPayload // of our server, decrypted

/** The person signs in with another browser, and permits notifications. */
export async function deviceOf(who: Attendant, service: PushService, more: object = {}): Promise<Device> {
  const { data: state } = await who.api.push.get()
  if (!state) throw new Error('no push state')
  const browser = service.subscribe(state.publicKey)
  const body = { ...browser.subscription, isApp: true, language: 'pt-BR', ...more }
  const made = await who.json('/api/push/devices', 'PUT', body)
  if (!made.ok) throw new Error(await made.text())
  const { id } = (await made.json()) as { id: number }
  const payloads = () => browser.messages.map(readPayload)
  return {
    ...browser,
    id,
    shown: () => [...new Map(payloads().map((one) => [one.tag, one])).values()],
    async gets(count) {
      await until(() => browser.messages.length >= count, `${count} notifications`)
      return payloads()
    },
  }
}

type Where = Pick<World, 'server' | 'cx'>
export type NoticeRow = {
  readonly device_id: number
  readonly kind: string
  readonly tag: string
  readonly tries: number
  readonly next_at: number
  readonly expires_at: number
}
export const noticesOf = ({ rows }: Pick<World, 'rows'>) => rows<NoticeRow>('SELECT * FROM push_notices ORDER BY id')

/** Moves the clock beyond the gathering, and sends what is due. Returns when every attempt has its outcome. */
export async function send(w: World, ms = 2_000, where: Where = w): Promise<void> {
  w.clock.forward(ms)
  doJob(where, 'push.send')
  await w.server.push.idle()
}
