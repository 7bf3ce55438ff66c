/** Our messages as the Cloud API takes them. */
import { capabilitiesOf, type FileKind } from '../../capabilities'
import type { Address, Outgoing, OutgoingAction } from '../../channel'
import type { Choices, ContactCard, Place, SentTemplate } from '../../contract'
import { templatePayload } from '../../templates/payload'
import { type Account, type Post, Unsendable } from '../product'
import { upload } from './media'

const can = capabilitiesOf('whatsapp_cloud')
const MAX_BUTTON_TEXT = 1024
const MAX_CAPTION = 1024

export async function render(account: Account, outgoing: Outgoing): Promise<readonly Post[]> {
  return [post(account, outgoing, await contentOf(account, outgoing), outgoing.quoted?.externalId)]
}

export function renderAction(account: Account, action: OutgoingAction): Post | null {
  if (action.do !== 'react') return null
  const reaction = { message_id: action.target.externalId, emoji: action.emoji ?? '' }
  return post(account, action, { type: 'reaction', reaction })
}

type Subject = Pick<Outgoing, 'externalId' | 'to'>

function post({ credentials }: Account, { externalId, to }: Subject, content: object, quoted?: string): Post {
  return {
    ours: externalId,
    path: `${credentials.sender}/messages`,
    body: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...recipientOf(to),
      ...(quoted !== undefined && { context: { message_id: quoted } }),
      biz_opaque_callback_data: externalId,
      ...content,
    },
  }
}

/** Meta accepts a BSUID in `to` and delivers nothing. */
function recipientOf({ kind, value }: Address): { readonly to: string } | { readonly recipient: string } {
  if (kind === 'phone') return { to: value }
  if (kind === 'bsuid') return { recipient: value }
  throw new Unsendable('noAddress')
}

async function contentOf(account: Account, outgoing: Outgoing): Promise<object> {
  const { kind, body, media, extra } = outgoing
  if (extra?.template) return templated(account, outgoing, extra.template)
  if (kind === 'location' && extra?.place) return { type: 'location', location: placed(extra.place) }
  if (kind === 'vcard' && extra?.cards) return { type: 'contacts', contacts: extra.cards.map(carded) }
  if (!media) return extra?.choices ? offered(body, extra.choices) : texted(body)
  const file = fileKindOf(kind)
  const hasCaption = body !== '' && file !== 'audio' && file !== 'sticker'
  if (hasCaption && body.length > MAX_CAPTION) throw new Unsendable('tooLong')
  const id = await upload(account, file, media)
  const filename = file === 'document' ? { filename: media.name ?? 'file' } : {}
  return { type: file, [file]: { id, ...(hasCaption && { caption: body }), ...filename } }
}

/** The header's file is the message's own, unless the template was filled with an address. */
async function templated(account: Account, { kind, media, to }: Outgoing, template: SentTemplate): Promise<object> {
  // Meta answers 131062 to a code for a person whose number we do not know.
  if (template.category === 'authentication' && to.kind === 'bsuid') throw new Unsendable('needsNumber')
  if (!media) return { type: 'template', template: templatePayload(template) }
  const file = fileKindOf(kind)
  const id = await upload(account, file, media)
  const header = file === 'document' ? { id, filename: media.name ?? 'file' } : { id }
  return { type: 'template', template: templatePayload(template, header) }
}

const fileKindOf = (kind: Outgoing['kind']): FileKind =>
  kind === 'ptt' ? 'audio' : kind === 'chat' || kind === 'location' || kind === 'vcard' ? 'document' : kind

function texted(body: string): object {
  if (body.length > can.text.most) throw new Unsendable('tooLong')
  return { type: 'text', text: { body, preview_url: /https?:\/\//.test(body) } }
}

/** As buttons if they fit, else as a list, else as the text that names them. */
function offered(body: string, choices: Choices): object {
  const { options, prompt, open } = choices
  const { buttons, list } = can
  const isUnique = new Set(options.map(({ title }) => title)).size === options.length
  const fits = (most: { readonly most: number; readonly title: number }) =>
    options.length > 0 && options.length <= most.most && options.every(({ title }) => title.length <= most.title)
  if (
    buttons &&
    isUnique &&
    fits(buttons) &&
    prompt.length <= MAX_BUTTON_TEXT &&
    !options.some((one) => one.description)
  )
    return interactive('button', prompt, {
      buttons: options.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })),
    })
  if (list && fits(list) && prompt.length <= can.text.most)
    return interactive('list', prompt, {
      button: open.slice(0, buttons?.title ?? 20),
      sections: [
        {
          rows: options.map(({ id, title, description }) => ({
            id,
            title,
            ...(description && { description: description.slice(0, list.description) }),
          })),
        },
      ],
    })
  return texted(body)
}

const interactive = (type: 'button' | 'list', text: string, action: object): object => ({
  type: 'interactive',
  interactive: { type, body: { text }, action },
})

const placed = ({ latitude, longitude, name, address }: Place): object => ({
  latitude,
  longitude,
  ...(name && { name }),
  ...(address && { address }),
})

const carded = ({ name, numbers }: ContactCard): object => ({
  name: { formatted_name: name, first_name: name },
  phones: numbers.map(({ number, account }) => ({ phone: number, ...(account && { wa_id: account }) })),
})
