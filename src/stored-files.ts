/** Every column that holds the name of a stored file, for who has no server: the operator's commands. */

import { modules } from './modules'
import type { Module } from './platform/module'
import type { StoredFileColumn } from './platform/stored-files'

export const storedFilesOf = (all: readonly Module[]): readonly StoredFileColumn[] =>
  all.flatMap(({ storedFiles = [] }) => storedFiles)

export const storedFiles = storedFilesOf(modules)
