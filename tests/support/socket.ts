/** A page's WebSocket, opened as by a browser. */
import { until } from './until'

export type Frame = { event: string; data: Record<string, unknown>; seq: number }

export function connect(server: { port: number }, company: string, options: { headers?: Record<string, string> } = {}) {
  const address = `ws://127.0.0.1:${server.port}/ws/${company.replaceAll('-', '')}?userId=1`
  const socket = new WebSocket(address, options as unknown as string[]) // Bun's own second argument
  const frames: Frame[] = []
  const page = {
    frames,
    opened: false,
    closed: undefined as number | undefined,
    reason: '',
    say: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    raw: (data: Uint8Array<ArrayBuffer>) => socket.send(data),
    leave: () => socket.close(),
    /** Without presence events: a page receives those of its own user. */
    events: () => frames.filter(({ event }) => event.startsWith('company-') && !event.endsWith('-user')),
    bodies: () => frames.flatMap(({ data }) => (data.message as { body: string } | undefined)?.body ?? []),
    isOpen: () => until(() => page.opened || page.closed !== undefined, 'the socket to open').then(() => page.opened),
    isReady: () => until(() => frames[0], 'the answer to the first frame'),
    isClosed: (patience?: number) => until(() => page.closed, 'the end of the socket', patience),
    async authenticate(token: string, seq?: number | null) {
      await page.isOpen()
      page.say({ emit: 'authenticate', data: { token, ...(seq !== undefined && { seq }) } })
      return page.isReady()
    },
  }
  socket.onopen = () => void Object.assign(page, { opened: true })
  socket.onmessage = ({ data }) => void frames.push(JSON.parse(String(data)) as Frame) // frames of our server
  socket.onclose = ({ code, reason }) => void Object.assign(page, { closed: code, reason })
  return page
}
