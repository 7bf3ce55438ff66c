import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { deleteAnyNote } from './contract'
import { noteErrors } from './errors'
import { noteRoutes } from './routes'
import { addSampleNotes } from './sample'

export const notes = {
  name: 'notes',
  routes: noteRoutes,
  permissions: [deleteAnyNote],
  errors: noteErrors,
  fills: [samples.filledWith(addSampleNotes)],
} satisfies Module
