import type { Module } from '../platform/module'
import { importErrors } from './errors'
import { importJobs } from './jobs'
import { importFiles } from './stored-files'

export const imports = {
  name: 'imports',
  jobs: importJobs,
  errors: importErrors,
  storedFiles: importFiles,
} satisfies Module
