/** A folder as the last version left it that kept sign-in sessions in control.db. */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import {
  CONTROL_ID,
  controlPath,
  controlSchema,
  TENANT_ID,
  tenantFolder,
  tenantPath,
  tenantSchema,
} from '../../src/platform/databases'
import { type Schema, schemaAt } from '../../src/platform/schema'
import { loadSecret, newToken, tokenHash } from '../../src/platform/secret'
import { openSqlite } from '../../src/platform/sqlite'
import { DAY } from '../../src/platform/time'
import { NEVER } from '../../src/tenancy/due'
import { createTokens } from '../../src/users/tokens'
import { PASSWORD } from '../support/company-world'
import { shelf } from '../support/shelf'
import { NOON } from '../support/world'

const LIFE = 30 * DAY
const passwordHash = Bun.password.hashSync(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

const before = (schema: Schema, step: string): Schema =>
  schemaAt(schema, schema.first + schema.steps.findIndex((one) => one.includes(step)) - 1)

export type FormerFolder = ReturnType<typeof formerFolder>

/** `people` of each company, all signed out. */
export function formerFolder({ companies = 2, people = 4 } = {}) {
  const dataDir = mkdtempSync(join(shelf(), 'balcao-'))
  mkdirSync(join(dataDir, 'tenants'), { mode: 0o700 })
  const secret = loadSecret(dataDir)
  const control = openSqlite(
    controlPath(dataDir),
    before(controlSchema, 'RENAME TO former_sessions'),
    { applicationId: CONTROL_ID, identity: 'control' },
    { create: true },
  )
  control.exec("INSERT INTO meta (key, value) VALUES ('operator-settings', '')")
  const uuids = Array.from({ length: companies }, () => addCompany({ dataDir, control, people }))
  const hash = (token: string) => tokenHash(token)
  const addToken = (sessionId: string, token = newToken()): string => {
    control.prepare('INSERT INTO refresh_tokens (hash, session_id) VALUES (?, ?)').run(hash(token), sessionId)
    return token
  }
  return {
    dataDir,
    control,
    uuids,
    passwordHash,
    emailOf,
    /** As sign-in did. */
    open(companyId: number, userId: number, { at = NOON, until = null as number | null } = {}) {
      const id = crypto.randomUUID()
      control
        .prepare(
          "UPDATE sessions SET ended_at = ?, ended_because = 'elsewhere' WHERE company_id = ? AND user_id = ? AND ended_at IS NULL",
        )
        .run(at, companyId, userId)
      control
        .prepare(
          'INSERT INTO sessions (id, company_id, user_id, created_at, expires_at, until) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(id, companyId, userId, at, until ?? at + LIFE, until)
      return { id, companyId, userId, token: addToken(id) }
    },
    /** As a refresh did. */
    rotate(sessionId: string, token: string, { at = NOON, browser = null as string | null } = {}) {
      control
        .prepare('UPDATE refresh_tokens SET rotated_at = ?, used_by = ? WHERE hash = ?')
        .run(at, browser === null ? null : hash(browser), hash(token))
      control.prepare('UPDATE sessions SET expires_at = ? WHERE id = ?').run(at + LIFE, sessionId)
      return addToken(sessionId)
    },
    end(sessionId: string, because: string, at = NOON) {
      control.prepare('UPDATE sessions SET ended_at = ?, ended_because = ? WHERE id = ?').run(at, because, sessionId)
    },
    accessToken: (claims: { id: string; companyId: number; userId: number }, at = NOON) =>
      createTokens(secret, () => at).issue({ ...claims, sessionId: claims.id }),
    leave: () => void control.close(),
  }
}

const emailOf = (companyId: number, userId: number): string => `pessoa${userId}@empresa${companyId}.example`

type Adding = { readonly dataDir: string; readonly control: Database; readonly people: number }

function addCompany({ dataDir, control, people }: Adding): string {
  const uuid = crypto.randomUUID()
  const { lastInsertRowid } = control
    .prepare('INSERT INTO companies (uuid, name, due_at, created_at) VALUES (?, ?, ?, ?)')
    .run(uuid, 'Loja', NEVER, NOON)
  const companyId = Number(lastInsertRowid)
  mkdirSync(join(tenantFolder(dataDir, uuid), 'media'), { recursive: true, mode: 0o700 })
  const file = openSqlite(
    tenantPath(dataDir, uuid),
    before(tenantSchema, 'CREATE TABLE sessions'),
    { applicationId: TENANT_ID, identity: uuid },
    { create: true },
  )
  for (let userId = 1; userId <= people; userId++) {
    const email = emailOf(companyId, userId)
    file
      .prepare('INSERT INTO users (name, email, password_hash, profile, super, created_at) VALUES (?, ?, ?, ?, ?, ?)')
      .run(`Pessoa ${userId}`, email, passwordHash, 'admin', Number(companyId === 1), NOON)
    control
      .prepare('INSERT INTO login_index (email, company_id, user_id) VALUES (?, ?, ?)')
      .run(email, companyId, userId)
  }
  file.close()
  return uuid
}
