/** What Meta tells an app of a person who leaves it, in a request signed with the app's secret. */
import { createHmac } from 'node:crypto'
import type { MetaApp, MetaUser } from './contract'
import type { MetaWorld } from './world'

export function signedRequest({ secret }: MetaApp, payload: Readonly<Record<string, unknown>>): string {
  const body = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', ...payload })).toString('base64url')
  return `${createHmac('sha256', secret).update(body).digest('base64url')}.${body}`
}

/** The person removed the app: its tokens end, and its callback hears of it. Returns the status, or null. */
export async function deauthorize(world: MetaWorld, app: MetaApp, user: MetaUser): Promise<number | null> {
  user.granted.delete(app.id)
  if (app.deauthorizeUrl === null) return null
  return (await told(world, app, user, app.deauthorizeUrl)).status
}

export type DeletionAnswer = { readonly status: number; readonly url?: unknown; readonly confirmation_code?: unknown }

/** The person wants all data deleted. The callback answers with a page and a code. */
export async function requestDeletion(world: MetaWorld, app: MetaApp, user: MetaUser): Promise<DeletionAnswer | null> {
  user.granted.delete(app.id)
  if (app.deletionUrl === null) return null
  const answer = await told(world, app, user, app.deletionUrl)
  const text = await answer.text()
  try {
    const { url, confirmation_code } = JSON.parse(text) as { url?: unknown; confirmation_code?: unknown } // or undefined
    return { status: answer.status, url, confirmation_code }
  } catch {
    return { status: answer.status }
  }
}

function told(world: MetaWorld, app: MetaApp, { id }: MetaUser, url: string): Promise<Response> {
  const signed_request = signedRequest(app, { user_id: id, issued_at: Math.floor(world.now() / 1000), expires: 0 })
  return fetch(url, { method: 'POST', body: new URLSearchParams({ signed_request }), redirect: 'manual' })
}
