import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { COMPANY_AWAY, SERVED_AGAIN, type ServerFrame, TOO_MANY_PAGES } from '../../../src/platform/wire'
import {
  LiveSocket,
  type LiveState,
  reconnectDelay,
  type SocketLike,
  type TokenNeed,
} from '../../../ui/shared/live/socket'

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code?: number; reason?: string }) => void) | null = null
  readonly sent: unknown[] = []
  closed = false
  send = (text: string) => void this.sent.push(JSON.parse(text))
  close = () => {
    this.closed = true
  }
  says = (frame: ServerFrame) => this.onmessage?.({ data: JSON.stringify(frame) })
}

function desk(token: (need: TokenNeed) => Promise<string | null> = async () => 'token') {
  const sockets: FakeSocket[] = []
  const heard: ServerFrame[] = []
  const states: LiveState[] = []
  const shares: (number | undefined)[] = []
  let resyncs = 0
  const live = new LiveSocket({
    url: 'ws://server/ws/1',
    token,
    onEvent: (frame) => heard.push(frame),
    onResync: () => resyncs++,
    onState: (state, done) => states.push(state) && shares.push(done),
    random: () => 0,
    connect: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
  })
  const last = () => sockets.at(-1) ?? new FakeSocket()
  return { live, sockets, heard, states, shares, last, resyncs: () => resyncs }
}

const settle = async () => {
  for (let i = 0; i < 5; i++) await Promise.resolve()
}

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('the first frame carries the token, and events follow in order', async () => {
  const d = desk()
  d.live.open()
  await settle()
  d.last().onopen?.()
  expect(d.last().sent).toEqual([{ emit: 'authenticate', data: { token: 'token', seq: null, operatorSeq: null } }])
  d.last().says({ event: 'ready', data: {}, seq: 7 })
  d.last().says({ event: 'company-1-ticket', data: { action: 'update' }, seq: 8 })
  expect(d.states).toEqual(['joining', 'live'])
  expect(d.heard.map(({ seq }) => seq)).toEqual([8])
})

test.each([4001, 4003])('a rejected token is renewed before the next attempt: closed with %p', async (code) => {
  const needs: TokenNeed[] = []
  const answers = ['worn', undefined, 'fresh']
  const d = desk(async (need) => {
    needs.push(need)
    return answers.shift() ?? Promise.reject(new Error('no line'))
  })
  d.live.open()
  await settle()
  d.last().onclose?.({ code })
  for (let lap = 0; lap < 2; lap++) {
    jest.advanceTimersByTime(2_500)
    await settle()
  }
  d.last().onclose?.({ code: 1006 })
  jest.advanceTimersByTime(2_500)
  await settle()
  expect(needs).toEqual(['any', 'renewed', 'renewed', 'any'])
})

test('a lost socket reconnects after a second, from the last number seen', async () => {
  const d = desk()
  d.live.open()
  await settle()
  d.last().says({ event: 'ready', data: {}, seq: 7 })
  d.last().says({ event: 'company-1-ticket', data: {}, seq: 9 })
  d.last().onclose?.({})
  expect(d.states.at(-1)).toBe('reconnecting')
  jest.advanceTimersByTime(999)
  expect(d.sockets).toHaveLength(1)
  jest.advanceTimersByTime(1)
  await settle()
  d.last().onopen?.()
  expect(d.last().sent).toEqual([{ emit: 'authenticate', data: { token: 'token', seq: 9, operatorSeq: null } }])
  d.last().says({ event: 'ready', data: {}, seq: 11 })
  d.last().says({ event: 'company-1-ticket', data: {}, seq: 10 })
  expect(d.heard.map(({ seq }) => seq)).toEqual([9, 10])
  expect(d.states.at(-1)).toBe('live')
})

test('resync refetches everything and restarts counting from the given number', async () => {
  const d = desk()
  d.live.open()
  await settle()
  d.last().says({ event: 'resync', data: {}, seq: 50 })
  expect(d.resyncs()).toBe(1)
  d.last().onclose?.({})
  jest.advanceTimersByTime(2_000)
  await settle()
  d.last().onopen?.()
  expect(d.last().sent).toEqual([{ emit: 'authenticate', data: { token: 'token', seq: 50, operatorSeq: null } }])
})

test('a page that could not join at once refetches everything: it missed the events since it was opened', async () => {
  const [late, prompt] = [desk(), desk()]
  for (const d of [late, prompt]) {
    d.live.open()
    await settle()
    if (d === late) d.last().onclose?.({ code: 1006 })
    jest.advanceTimersByTime(2_000)
    await settle()
    for (const seq of [7, 9]) {
      d.last().says({ event: 'ready', data: {}, seq })
      d.last().onclose?.({ code: 1006 })
      jest.advanceTimersByTime(2_000)
      await settle()
    }
  }
  expect([late.resyncs(), prompt.resyncs()]).toEqual([1, 0])
})

test('an ended session closes the socket for good; an unreachable server does not', async () => {
  const ended = desk(async () => null)
  ended.live.open()
  await settle()
  expect(ended.sockets).toHaveLength(0)
  expect(ended.states.at(-1)).toBe('off')

  const dark = desk(() => Promise.reject(new Error('unreachable')))
  dark.live.open()
  await settle()
  expect(dark.states.at(-1)).toBe('reconnecting')
})

test('it reports activity every four minutes', async () => {
  const d = desk()
  d.live.open()
  await settle()
  d.last().says({ event: 'ready', data: {}, seq: 1 })
  // Answers each ping; any frame will do.
  for (let n = 0; n < 48; n++) {
    jest.advanceTimersByTime(5_000)
    d.last().says({ event: 'company-1-ticket', data: {}, seq: n + 2 })
  }
  expect(d.last().sent.filter((frame) => (frame as { emit: string }).emit !== 'ping')).toEqual([{ emit: 'userStatus' }])
})

/** Like `last`, for a live socket. */
async function joined(answers: boolean) {
  const d = desk()
  d.live.open()
  await settle()
  d.last().says({ event: 'ready', data: {}, seq: 7 })
  const line = d.last()
  const pings = () => line.sent.filter((frame) => (frame as { emit: string }).emit === 'ping').length
  const take = line.send
  line.send = (text) => {
    const length = take(text)
    if (answers) line.says({ event: 'pong', data: {}, seq: 0 })
    return length
  }
  return { ...d, line, pings }
}

test('a socket that died silently is noticed within 24 seconds, one that answers is kept', async () => {
  const dead = await joined(false)
  const alive = await joined(true)
  jest.advanceTimersByTime(23_999)
  expect(dead.states.at(-1)).toBe('live')
  jest.advanceTimersByTime(1)
  await settle()
  expect(dead.states.at(-1)).toBe('reconnecting')
  expect([dead.line.closed, dead.sockets.length, dead.pings()]).toEqual([true, 2, 1])
  jest.advanceTimersByTime(10 * 60_000)
  expect([alive.states.at(-1), alive.sockets.length]).toEqual(['live', 1])
  expect(alive.heard).toEqual([])
})

test('returning to the page waits five seconds at most for a dead socket', async () => {
  const dead = await joined(false)
  const alive = await joined(true)
  // Just before the next ping is due: it must not judge the pending answer.
  jest.advanceTimersByTime(11_999)
  dead.live.hurry()
  alive.live.hurry()
  jest.advanceTimersByTime(4_999)
  expect(dead.states.at(-1)).toBe('live')
  jest.advanceTimersByTime(1)
  await settle()
  expect([dead.states.at(-1), dead.sockets.length]).toEqual(['reconnecting', 2])
  expect([alive.states.at(-1), alive.sockets.length]).toEqual(['live', 1])
})

test('switching windows detects a dead socket as fast, and pings a live one each time', async () => {
  const dead = await joined(false)
  const alive = await joined(true)
  for (let look = 0; look < 3; look++) {
    dead.live.hurry()
    alive.live.hurry()
    jest.advanceTimersByTime(2_500)
  }
  await settle()
  expect([dead.states.at(-1), dead.sockets.length, dead.pings()]).toEqual(['reconnecting', 2, 1])
  expect([alive.states.at(-1), alive.sockets.length, alive.pings()]).toEqual(['live', 1, 3])
})

test('a socket that never answers is dropped', async () => {
  const d = desk()
  d.live.open()
  await settle()
  jest.advanceTimersByTime(10_000)
  expect(d.last().closed).toBe(true)
  expect(d.states.at(-1)).toBe('reconnecting')
})

test('the retry delay grows from one second to two', () => {
  expect(reconnectDelay(0, 0)).toBe(1_000)
  expect(reconnectDelay(1, 0)).toBe(1_500)
  expect(reconnectDelay(40, 0)).toBe(2_000)
  expect(reconnectDelay(40, 1)).toBe(1_000)
})

test('returning to the page retries at once, and leaves a working socket alone', async () => {
  const d = desk()
  d.live.open()
  await settle()
  d.last().says({ event: 'ready', data: {}, seq: 7 })
  d.live.hurry()
  await settle()
  expect(d.sockets).toHaveLength(1)
  d.last().onclose?.({})
  d.live.hurry()
  await settle()
  expect(d.sockets).toHaveLength(2)
})

test('when the browser is online again, a hanging or seemingly live socket is replaced, from the last number seen', async () => {
  const d = desk()
  d.live.open()
  await settle()
  d.live.anew()
  await settle()
  expect(d.sockets.map(({ closed }) => closed)).toEqual([true, false])
  d.last().says({ event: 'ready', data: {}, seq: 7 })
  d.live.anew()
  await settle()
  expect(d.states).toEqual(['joining', 'reconnecting', 'live', 'reconnecting'])
  d.last().onopen?.()
  expect(d.last().sent).toEqual([{ emit: 'authenticate', data: { token: 'token', seq: 7, operatorSeq: null } }])
  d.last().says({ event: 'ready', data: {}, seq: 7 })
  jest.advanceTimersByTime(11_999)
  await settle()
  expect(d.sockets).toHaveLength(3)
})

test('a page over the limit stops until it is viewed, and then gets what it missed', async () => {
  const d = desk()
  d.live.open()
  await settle()
  d.last().says({ event: 'ready', data: {}, seq: 7 })
  d.last().onclose?.({ code: TOO_MANY_PAGES })
  expect(d.states).toEqual(['joining', 'live', 'stopped'])
  jest.advanceTimersByTime(60_000)
  d.live.anew() // going online is not viewing
  d.live.hurry()
  await settle()
  expect([d.sockets.length, d.states.at(-1)]).toEqual([1, 'stopped'])
  d.live.lookedAt()
  await settle()
  d.last().onopen?.()
  expect(d.last().sent).toEqual([{ emit: 'authenticate', data: { token: 'token', seq: 7, operatorSeq: null } }])
  d.last().says({ event: 'ready', data: {}, seq: 7 })
  expect([d.sockets.length, d.states.at(-1)]).toEqual([2, 'live'])
  d.last().onclose?.({ code: 1006 })
  jest.advanceTimersByTime(2_500)
  await settle()
  expect(d.sockets).toHaveLength(3)
})

test('going online before sign-in or after signing out opens no socket', async () => {
  const d = desk()
  d.live.anew()
  await settle()
  expect(d.sockets).toHaveLength(0)
})

test('of the operator’s events it keeps the last number apart, and shows both when it comes back', async () => {
  const d = desk()
  d.live.open()
  await settle()
  d.last().onopen?.()
  d.last().says({ event: 'ready', data: {}, seq: 7, operatorSeq: 100 })
  d.last().says({ event: 'company-announcement', data: { action: 'create' }, seq: 0, operatorSeq: 103 })
  d.last().says({ event: 'company-1-ticket', data: { action: 'update' }, seq: 8 })
  d.last().onclose?.({})
  jest.advanceTimersByTime(2_000)
  await settle()
  d.last().onopen?.()
  expect(d.last().sent).toEqual([{ emit: 'authenticate', data: { token: 'token', seq: 8, operatorSeq: 103 } }])
})

test('a company that moves is followed at once, and only a slow move is reported as a lost connection', async () => {
  const d = desk()
  d.live.open()
  await settle()
  d.last().onopen?.()
  d.last().says({ event: 'ready', data: {}, seq: 7 })
  d.last().onclose?.({ code: SERVED_AGAIN })
  expect(d.states).toEqual(['joining', 'live', 'moving'])
  jest.advanceTimersByTime(300)
  await settle()
  expect(d.sockets).toHaveLength(2)
  d.last().onclose?.({ code: 1013 })
  expect(d.states.at(-1)).toBe('moving')
  jest.advanceTimersByTime(300)
  await settle()
  d.last().onopen?.()
  expect(d.last().sent).toEqual([{ emit: 'authenticate', data: { token: 'token', seq: 7, operatorSeq: null } }])
  d.last().says({ event: 'resync', data: {}, seq: 90 })
  expect([d.states.at(-1), d.resyncs()]).toEqual(['live', 1])

  d.last().onclose?.({ code: SERVED_AGAIN })
  jest.advanceTimersByTime(300)
  await settle()
  jest.advanceTimersByTime(1_700)
  expect(d.states.slice(-2)).toEqual(['moving', 'reconnecting'])
  // Without having joined meanwhile there is no second move: the usual pauses hold.
  const count = d.sockets.length
  d.last().onclose?.({ code: SERVED_AGAIN })
  expect(d.states.at(-1)).toBe('reconnecting')
  jest.advanceTimersByTime(900)
  await settle()
  expect(d.sockets).toHaveLength(count)
  jest.advanceTimersByTime(100)
  await settle()
  expect(d.sockets).toHaveLength(count + 1)
})

test('a company that a command has is away until it answers, and the page says what for', async () => {
  const d = desk()
  const tryAgain = async (ms: number) => {
    jest.advanceTimersByTime(ms)
    await settle()
  }
  d.live.open()
  await settle()
  d.last().says({ event: 'ready', data: {}, seq: 7 })
  d.last().onclose?.({ code: SERVED_AGAIN })
  await tryAgain(300)
  d.last().onclose?.({ code: COMPANY_AWAY, reason: 'restore' })
  expect(d.states).toEqual(['joining', 'live', 'moving', 'away.restore'])
  await tryAgain(2_000)
  d.last().onclose?.({ code: COMPANY_AWAY, reason: 'restore 43' })
  expect([d.states.at(-1), d.shares.at(-1)]).toEqual(['away.restore', 43])
  await tryAgain(2_000)
  d.last().onclose?.({ code: COMPANY_AWAY, reason: 'newer thing' })
  expect(d.states.at(-1)).toBe('away.work')
  await tryAgain(2_300)
  d.last().onclose?.({ code: 1006 })
  expect(d.states.at(-1)).toBe('reconnecting')
  await tryAgain(2_300)
  d.last().says({ event: 'resync', data: {}, seq: 1 })
  expect([d.states.at(-1), d.resyncs()]).toEqual(['live', 1])
})
