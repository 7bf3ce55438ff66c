/** Files that Meta fetches from us: it takes no others for Messenger and Instagram than by an address. */
import { basename } from 'node:path'
import * as v from 'valibot'
import { fail } from '../../../errors'
import { addressOf } from '../../../platform/address'
import type { Encryption } from '../../../platform/encryption'
import { serveFile } from '../../../platform/files'
import { text } from '../../../platform/formats'
import { CONTROL } from '../../../platform/gate'
import { showsOnly } from '../../../platform/http'
import { createAllowance } from '../../../platform/limiter'
import type { RouteServices } from '../../../platform/module'
import { type CompanyLink, type LinkKind, openLink, sealLink } from '../../../platform/sealed-link'
import { HOUR, MINUTE, SECOND } from '../../../platform/time'
import { findCompanyByUuid } from '../../../tenancy/companies'
import { Unsendable } from '../product'
import { pageErrors } from './errors'
import type { OutgoingFile } from './render'

/** The purpose of the encryption. */
export const META_FILES = 'meta files'
/** Meta fetches a file before it answers. */
const LIFE = HOUR
const FETCHES_A_MINUTE = 60

const Link = v.object({ company: text(64), file: text(64), mimetype: text(200), name: text(200), until: v.number() })
const LINK = { label: 'file', most: 1_200, schema: Link } satisfies LinkKind<typeof Link>

type Writing = { readonly publicUrl: string | null; readonly encryption: Encryption; now(): number }

/** An address by which one file can be fetched, for an hour. The name at its end tells Meta the name. */
export function fileAddress(
  { publicUrl, encryption, now }: Writing,
  company: string,
  { path, mimetype, name }: OutgoingFile,
): string {
  if (publicUrl === null) throw new Unsendable('noPublicUrl')
  const link = { company, file: basename(path), mimetype, name: name.slice(-100), until: now() + LIFE }
  return `${publicUrl}/api/meta/files/${sealLink(encryption, LINK, link)}/${encodeURIComponent(link.name.toWellFormed())}`
}

const linkOf = (encryption: Encryption, request: Request) =>
  openLink(encryption, LINK, /\/meta\/files\/([^/]+)\//.exec(addressOf(request).pathname)?.[1] ?? '')

export const fileAddresses: CompanyLink = {
  path: /^\/api\/meta\/files\//,
  purpose: META_FILES,
  companyOf: (encryption, request) => linkOf(encryption, request)?.company,
}

type Deps = Pick<RouteServices, 'databases' | 'clock' | 'folderOf' | 'encryptionFor'>

/** Admits those who have an address; `serve` answers an admitted request. */
export function createFileDoor({ databases, clock, folderOf, encryptionFor }: Deps) {
  const encryption = encryptionFor(META_FILES)
  const allowance = createAllowance(clock, { most: FETCHES_A_MINUTE, window: MINUTE })
  const linkIn = (request: Request) => linkOf(encryption, request)

  return {
    async admit(request: Request) {
      const link = linkIn(request)
      showsOnly(request, CONTROL)
      const company = link && findCompanyByUuid(databases.control, link.company)
      if (!link || !company?.active || link.until <= clock()) fail(pageErrors.ERR_META_FILE)
      const wait = allowance.take(`${link.company} ${link.file}`)
      if (wait > 0) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(wait / SECOND) })
    },
    async serve(request: Request): Promise<Response> {
      const { company, ...file } = linkIn(request) ?? fail(pageErrors.ERR_META_FILE)
      showsOnly(request, company, CONTROL)
      const answer = (await serveFile(request, { ...file, folder: folderOf(company) })) ?? fail('ERR_NO_MEDIA_FOUND')
      // Meta looks at the type, which browsers are not told for all of them.
      if (FETCHED_TYPES.test(file.mimetype)) answer.headers.set('content-type', file.mimetype)
      answer.headers.set('x-robots-tag', 'noindex')
      answer.headers.set('referrer-policy', 'no-referrer')
      return answer
    },
  }
}
const FETCHED_TYPES = /^(image\/(jpeg|png|gif|webp)|(audio|video)\/[\w.+-]+|application\/pdf)$/
