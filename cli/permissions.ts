/** `bun run permissions`: writes the permissions of all routes to src/users/permissions.md. */
import { join } from 'node:path'
import type { App } from '../src/app'
import { withBareApp } from '../src/build/bare-app'
import { type Gate, gateOf } from '../src/platform/http'
import { type Permission, profilesOf } from '../src/users/permissions'

export const TABLE = join(import.meta.dir, '../src/users/permissions.md')

const HEAD = `# Who may ask for which address

Written by \`bun run permissions\` from the gates of the routes. Without an entry under *who* there is no gate: everybody may, or the
route itself judges who asks. Profiles are those that have the permission; *all chats* is a person's own mark.
*Not in support*: closed to people of the operator who are in the company by consent.

| method | address | who | plan | file |
|---|---|---|---|---|
`

/** The whole file, sorted by path. */
export function permissionTable(app: App): string {
  const lines = app.routes
    .toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method))
    .map((route) => {
      const gate = gateOf(route)
      const cells = [route.method, `\`${route.path}\``, gate ? whoOf(gate) : '', gate?.plan.join(', '), gate?.upload]
      return `| ${cells.map((cell) => cell ?? '').join(' | ')} |\n`
    })
  return HEAD + lines.join('')
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const whoOf = (gate: Gate): string =>
  [askersOf(gate), gate.whileOverdue && '; overdue companies too', gate.own && '; not in support']
    .filter(Boolean)
    .join('')

function askersOf({ by, allowed, super: isOfOperator }: Gate): string {
  if (by === 'key') return 'a key of the external API'
  if (isOfOperator) return 'the operator (super)'
  const permissions = allowed as readonly Permission[] // the app's gates take no others
  if (permissions.length > 0) return permissions.map(described).join(' or ')
  return by === 'cookie' ? 'signed in, also by cookie' : 'signed in'
}

const described = (permission: Permission): string => {
  const key = typeof permission === 'string' ? permission : permission.key
  const profiles = [...profilesOf(permission), ...(key === 'tickets-manager:showall' ? ['all chats'] : [])]
  return `\`${key}\`: ${profiles.join(', ')}`
}

if (import.meta.main) await withBareApp((app) => Bun.write(TABLE, permissionTable(app)))
