/** A receiver of webhooks on the simulator's port. It checks what arrives, and answers as told. */
import type { HookAnswer, HookList, HookView } from './contract'
import { faultOfHook } from './verify'

export const HOOK_PATH = '/webhook'
const MOST_KEPT = 200
const MOST_BYTES = 64 * 1024
/** Longer than a sender waits. */
const SLOWNESS = 20_000
const statuses: Readonly<Record<HookAnswer, number>> = { ok: 200, error: 500, slow: 200, gone: 410 }

export type HookReceiver = ReturnType<typeof createHookReceiver>

export function createHookReceiver(now: () => number, changed: () => void) {
  const kept: HookView[] = []
  let answer: HookAnswer = 'ok'
  let secret = ''
  let arrived = 0

  async function receive(request: Request): Promise<Response> {
    if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return new Response('', { status: 413 })
    const body = await request.text()
    const eventId = (request.headers.get('webhook-id') ?? '').slice(0, 100)
    const fault = secret === '' ? 'noSecret' : (faultOfHook(request.headers, body, secret, now()) ?? null)
    const status = fault === null || fault === 'noSecret' ? statuses[answer] : 400
    kept.unshift({
      id: ++arrived,
      at: new Date(now()).toISOString(),
      eventId,
      type: typeIn(body),
      body,
      fault,
      status,
      isRepeated: kept.some((before) => before.eventId === eventId),
    })
    kept.splice(MOST_KEPT)
    changed()
    if (answer === 'slow') await pause(request.signal)
    return new Response(fault === null || fault === 'noSecret' ? '{"ok":true}' : fault, { status })
  }

  return {
    receive,
    list: (): HookList => ({ hooks: [...kept] }),
    state: () => ({ arrived, kept: kept.length, answer, hasSecret: secret !== '' }),
    setAnswer(next: HookAnswer) {
      answer = next
      changed()
    },
    setSecret(next: string) {
      secret = next
      changed()
    },
    empty() {
      kept.length = 0
      changed()
    },
  }
}

function typeIn(body: string): string {
  try {
    const { type } = JSON.parse(body) as { type?: unknown }
    return typeof type === 'string' ? type.slice(0, 100) : ''
  } catch {
    return ''
  }
}

/** Ends early when the sender leaves. */
function pause(left: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, SLOWNESS)
  timer.unref() // it keeps no process alive that is done
  left.addEventListener('abort', () => resolve())
  return promise.finally(() => clearTimeout(timer))
}
