/** Tests the settings that only the monitor uses: the folder of the backups, and the page of the BI tab. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OutsideFailed, openOutside } from '../../platform/outside'
import { SECOND } from '../../platform/time'
import type { Trial } from '../../settings/operator/contract'
import type { SettingTest } from '../../settings/operator/setting-test'

const refused = (fault: string, answer: string | null): Trial => ({ ok: false, fault, answer })

/** Writes and reads a file where the next backup will be. */
export const backupsTest: SettingTest = {
  name: 'backups',
  async run({ backups }) {
    const folder = backups.folder()
    const words = crypto.randomUUID()
    const path = join(folder, `.trial-${words}`)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(path, words, { mode: 0o600, flush: true })
      if (readFileSync(path, 'utf8') !== words) return refused('folderRefused', folder)
      return { ok: true, fault: null, answer: folder }
    } catch (error) {
      return refused('folderRefused', error instanceof Error ? error.message : folder)
    } finally {
      if (existsSync(path)) rmSync(path)
    }
  },
}

const TIMEOUT_MS = 10 * SECOND
const MAX_ANSWER_BYTES = 1024 * 1024

/** Opens the page as a browser would, and reports what keeps it from being shown in the monitor. */
export const biTest: SettingTest = {
  name: 'bi',
  async run({ operatorSettings }, { wait }, _actor, left, origin) {
    const url = operatorSettings.read('biUrl')
    if (url === '') return refused('noAddress', null)
    if (origin.startsWith('https:') && url.startsWith('http:')) return refused('notEncrypted', url)
    try {
      const headers = { accept: 'text/html' }
      const page = await openOutside({
        ...{ url, method: 'GET', headers, left, wait, reach: 'any' },
        ...{ limit: TIMEOUT_MS, most: MAX_ANSWER_BYTES, redirects: 5 },
      })
      page.close()
      if (page.status >= 400) return refused('pageRefused', String(page.status))
      const isShown = mayBeFramed(page.header('content-security-policy'), page.header('x-frame-options'), origin)
      return isShown ? { ok: true, fault: null, answer: url } : refused('notFramed', url)
    } catch (error) {
      if (!(error instanceof OutsideFailed)) throw error
      return refused(error.fault === 'timeout' ? 'pageLate' : 'pageUnreachable', url)
    }
  },
}

/**
 * Whether a page with these headers lets another origin hold it in a frame. `frame-ancestors` of the policy replaces
 * X-Frame-Options, as in browsers.
 */
export function mayBeFramed(policy: string, options: string, origin: string): boolean {
  const [, named] = /(?:^|[;,])\s*frame-ancestors\s+([^;,]*)/i.exec(policy) ?? []
  if (named === undefined) return options.trim() === ''
  const { protocol, host } = new URL(origin)
  return named
    .trim()
    .split(/\s+/)
    .some((source) => {
      const wanted = source.toLowerCase()
      if (wanted === '*' || wanted === protocol) return true
      const [, scheme = protocol, name = ''] = /^(?:(https?:)\/\/)?([^/]*)\/?$/.exec(wanted) ?? []
      if (scheme !== protocol && !(scheme === 'http:' && protocol === 'https:')) return false
      return name.startsWith('*.') ? host.endsWith(name.slice(1)) : name === host
    })
}
