/** Names by number, and possible chat partners, without messages. */
import { createContext, use } from 'react'
import type { PhoneView } from '../../../src/simulator/contract'

export type Person = Pick<PhoneView, 'phone' | 'lid' | 'name' | 'role' | 'picture'>
export type Directory = readonly Person[]

export const directoryOf = (phones: readonly PhoneView[]): Directory =>
  phones.map(({ phone, lid, name, role, picture }) => ({ phone, lid, name, role, ...(picture ? { picture } : {}) }))

export const DirectoryContext = createContext<Directory>([])
export const useDirectory = (): Directory => use(DirectoryContext)

/** The name of a phone's owner. */
export const whoIs = (who: string, directory: Directory): string =>
  directory.find(({ phone }) => phone === who)?.name ?? who
