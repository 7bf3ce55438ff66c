/** An open page's socket: records delivery status events across restarts of the server. */
import type { Client } from './client'
import type { ServerProcess } from './server-process'

type Frame = { event: string; data: { part?: string; message?: { id: number; ack: number } } }

export type StatusListener = ReturnType<typeof openStatusListener>

export function openStatusListener(client: Client) {
  /** Delivery statuses by message, in order. */
  const statuses = new Map<number, number[]>()
  const closes: number[] = []
  let heard = 0
  let socket: WebSocket | undefined

  return {
    statuses,
    closes,
    heard: () => heard,
    async listenTo(server: ServerProcess) {
      const company = client.user()?.company.uuidCompany.replaceAll('-', '')
      const next = new WebSocket(`${server.origin.replace('http', 'ws')}/ws/${company}`)
      socket = next
      next.onclose = ({ code }) => void closes.push(code)
      next.onmessage = ({ data }) => {
        const { event, data: payload } = JSON.parse(String(data)) as Frame // our own server's frames
        heard += 1
        if (!event.endsWith('-appMessage') || payload.part !== 'ack' || payload.message === undefined) return
        const { id, ack } = payload.message
        statuses.set(id, [...(statuses.get(id) ?? []), ack])
      }
      await new Promise<void>((resolve, reject) => {
        next.onerror = () => reject(new Error('the socket did not open'))
        next.onopen = () => {
          next.send(JSON.stringify({ emit: 'authenticate', data: { token: client.token(), seq: null } }))
          resolve()
        }
      })
    },
    close: () => socket?.close(),
  }
}
