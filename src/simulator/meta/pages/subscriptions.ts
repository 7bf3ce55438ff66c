/** `/{page}/subscribed_apps`: which apps hear of a page, and of what. */
import type { MetaPage } from '../contract'
import { badParam, type GraphCall, GraphError } from '../graph'
import type { AccessToken } from '../tokens'
import type { MetaWorld } from '../world'

export const pageFields = [
  'feed',
  'inbox_labels',
  'mention',
  'message_deliveries',
  'message_echoes',
  'message_edits',
  'message_reactions',
  'message_reads',
  'messages',
  'messaging_feedback',
  'messaging_handovers',
  'messaging_optins',
  'messaging_policy_enforcement',
  'messaging_postbacks',
  'messaging_referrals',
  'standby',
] as const

export function subscribedApps(world: MetaWorld, call: GraphCall, token: AccessToken, page: MetaPage): Response {
  requirePageToken(token, page, call)
  const { app } = token
  if (!token.scopes.has('pages_manage_metadata'))
    throw new GraphError(403, 200, '(#200) Requires pages_manage_metadata permission to manage the object')
  if (call.method === 'GET') {
    const data = [...page.subscriptions].map(([id, fields]) => ({
      link: 'https://balcao.example/',
      name: world.apps.get(id)?.name,
      id,
      subscribed_fields: [...fields],
    }))
    return Response.json({ data })
  }
  if (call.method === 'DELETE') {
    page.subscriptions.delete(app.id)
    return Response.json({ success: true })
  }
  const fields = call.list('subscribed_fields')
  if (!fields || fields.length === 0) throw badParam('The parameter subscribed_fields is required.')
  const known = new Set<string>(pageFields)
  const wrong = fields.findIndex((field) => !known.has(field))
  if (wrong >= 0) throw badParam(`Param subscribed_fields[${wrong}] must be one of {${pageFields.join(', ')}}`)
  if (fields.some((field) => field.startsWith('messag')) && !token.scopes.has('pages_messaging'))
    throw new GraphError(
      403,
      200,
      '(#200) To subscribe to the messages field, one of these permissions is needed: pages_messaging',
    )
  page.subscriptions.set(app.id, new Set(fields))
  return Response.json({ success: true })
}

/** A user's token does not do, nor another page's. */
export function requirePageToken({ holder }: AccessToken, page: MetaPage, call: GraphCall) {
  if (holder.type === 'PAGE' && holder.page === page) return
  if (holder.type === 'PAGE' || (holder.type === 'USER' && !page.admins.has(holder.user)))
    throw new GraphError(
      400,
      100,
      `Unsupported ${call.method.toLowerCase()} request. Object with ID '${page.id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
      { subcode: 33, type: 'GraphMethodException' },
    )
  throw call.path.at(-1) === 'messages'
    ? new GraphError(400, 190, '(#190) This method must be called with a Page Access Token', { subcode: 2069032 })
    : new GraphError(400, 210, '(#210) A page access token is required to request this resource.')
}
