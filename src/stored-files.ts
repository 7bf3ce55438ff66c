/** All columns that hold the name of a stored file. Also used by CLI commands, which have no server. */

import { modules } from './modules'
import type { Module } from './platform/module'
import type { StoredFileColumn } from './platform/stored-files'

export const storedFilesOf = (all: readonly Module[]): readonly StoredFileColumn[] =>
  all.flatMap(({ storedFiles = [] }) => storedFiles)

export const storedFiles = storedFilesOf(modules)
