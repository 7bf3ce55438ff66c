import type { Module } from '../platform/module'
import { importErrors } from './errors'
import { importJobs } from './jobs'
import { runningImports } from './run'
import { importFiles } from './stored-files'

export const imports = {
  name: 'imports',
  services: [runningImports],
  jobs: importJobs,
  errors: importErrors,
  storedFiles: importFiles,
} satisfies Module
