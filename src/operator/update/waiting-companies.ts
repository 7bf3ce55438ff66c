/** The companies that a node of a fleet had before its update, in `programs/companies.json`: no restart forgets them. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { programsFolder } from './programs'

const notePath = (dataDir: string) => join(programsFolder(dataDir), 'companies.json')
const Companies = v.array(v.string())

export function readCompanies(dataDir: string): string[] {
  try {
    return v.parse(Companies, JSON.parse(readFileSync(notePath(dataDir), 'utf8')))
  } catch {
    return [] // there is none
  }
}

export function noteCompanies(dataDir: string, companies: readonly string[]): void {
  if (companies.length === 0) {
    rmSync(notePath(dataDir), { force: true })
    return
  }
  writeFileSync(`${notePath(dataDir)}.next`, JSON.stringify(companies), { mode: 0o600, flush: true })
  renameSync(`${notePath(dataDir)}.next`, notePath(dataDir))
}
