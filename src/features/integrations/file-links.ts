/**
 * Links by which another server fetches one file of a contact, without a session, for a day. A link is encrypted, so it
 * tells nothing and cannot be made up; only its end revokes it.
 */
import * as v from 'valibot'
import { fail } from '../../errors'
import { addressOf } from '../../platform/address'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { Id, text } from '../../platform/formats'
import { CONTROL } from '../../platform/gate'
import { showsOnly } from '../../platform/http'
import { createAllowance } from '../../platform/limiter'
import type { RouteServices } from '../../platform/module'
import { type CompanyLink, type LinkKind, openLink, sealLink } from '../../platform/sealed-link'
import { DAY, MINUTE, SECOND } from '../../platform/time'
import { findCompanyByUuid } from '../../tenancy/companies'
import { findMessage } from '../../tickets/messages/queries'
import type { StoredMessage } from '../../tickets/messages/tables'
import { integrationErrors } from './errors'

/** The purpose of the encryption. */
export const FILE_LINKS = 'file-links'
const LIFE = DAY
const FETCHES_A_MINUTE = 60

const Link = v.object({ company: text(64), message: Id, until: v.number() })
type Link = v.InferOutput<typeof Link>
const LINK = { label: 'link', most: 400, schema: Link } satisfies LinkKind<typeof Link>

/** Null for messages without a stored file. The name at the end tells its type to those who look there. */
export function fileLinkOf(
  { publicUrl, encryption }: { readonly publicUrl: string | null; readonly encryption: Encryption },
  { tenant, now }: Pick<Cx, 'tenant' | 'now'>,
  { id, kind, fromMe, media }: StoredMessage,
): string | null {
  if (publicUrl === null || fromMe || !media?.file || media.state !== 'ready') return null
  const link: Link = { company: tenant.uuid, message: id, until: now() + LIFE }
  return `${publicUrl}/api/bot-files/${sealLink(encryption, LINK, link)}/${nameOf(media.name, kind, media.mimetype)}`
}

const nameOf = (name: string | null, kind: string, mimetype: string): string => {
  const subtype = /^[\w.+-]+\/([\w.-]+)/.exec(mimetype)?.[1] ?? 'bin'
  const plain = (name ?? `${kind}.${subtype}`).normalize('NFD').replace(/[^\w.-]+/g, '')
  return plain.replace(/^\.+/, '').slice(-60) || 'file'
}

const linkOf = (encryption: Encryption, request: Request): Link | undefined =>
  openLink(encryption, LINK, /\/bot-files\/([^/]+)\//.exec(addressOf(request).pathname)?.[1] ?? '')

export const fileLinks: CompanyLink = {
  path: /^\/api\/bot-files\//,
  purpose: FILE_LINKS,
  companyOf: (encryption, request) => linkOf(encryption, request)?.company,
}

type Deps = Pick<RouteServices, 'databases' | 'clock' | 'cxOf'> & { readonly encryption: Encryption }

/** Admits those who have a link. The answer to any other is the same: that there is no such file. */
export function createFileDoor({ databases, clock, cxOf, encryption }: Deps) {
  const allowance = createAllowance(clock, { most: FETCHES_A_MINUTE, window: MINUTE })

  const linkIn = (request: Request): Link | undefined => linkOf(encryption, request)

  async function admit(request: Request) {
    const link = linkIn(request)
    showsOnly(request, CONTROL)
    const company = link && findCompanyByUuid(databases.control, link.company)
    if (!link || !company?.active || link.until <= clock()) fail(integrationErrors.ERR_FILE_LINK)
    databases.requireAvailable(company.uuid)
    showsOnly(request, company.uuid, CONTROL)
    const wait = allowance.take(`${link.company} ${link.message}`)
    if (wait > 0) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(wait / SECOND) })
  }

  return {
    admit,
    /** What an admitted request may have. */
    fileOf(request: Request) {
      const link = linkIn(request) ?? fail(integrationErrors.ERR_FILE_LINK)
      const cx = cxOf(link.company)
      const message = findMessage(cx.db, link.message)
      const media = message?.media
      if (!message || message.fromMe || message.isDeleted || !media?.file) fail('ERR_NO_MEDIA_FOUND')
      return { uuid: link.company, file: media.file, mimetype: media.mimetype, name: media.name }
    },
  }
}
