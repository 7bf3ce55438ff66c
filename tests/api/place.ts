/** A furnished company with an admin who may use every route. */
import { SALES } from '../support/company-world'
import { BASE, type World } from '../support/world'
import { furnishedWorld } from './furnished'
import { moduleFiles } from './module-files'
import { keyOf } from './route-table'

export async function place(options: Parameters<typeof furnishedWorld>[0] = {}) {
  const { w, ids } = await furnishedWorld(options)
  const admin = w.attendant([SALES, ids.queue], { profile: 'admin', super: true })
  for (const { join } of moduleFiles) join?.(w, ids, admin.userId)
  const token = await admin.token()
  const send = (method: string, path: string, type: string | null, body?: BodyInit) =>
    w.app.handle(
      new Request(`${BASE}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(type !== null && { 'content-type': type }) },
        ...(body !== undefined && method !== 'GET' && { body }),
      }),
    )
  return { w, ids, send, token }
}

/** Without sign-out, which would end the walk. */
export const walked = (w: World) => w.app.routes.map(keyOf).filter((key) => !/logout/.test(key))
export const json = (body: unknown) => JSON.stringify(body)
