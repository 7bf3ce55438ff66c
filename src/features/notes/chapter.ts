import type { Chapter } from '../../chapter'
import { deleteAnyNote } from './contract'
import { noteErrors } from './errors'
import { noteRoutes } from './routes'
import { addSampleNotes } from './sample'

export const notes = {
  name: 'notes',
  routes: noteRoutes,
  permissions: [deleteAnyNote],
  errors: noteErrors,
  sample: addSampleNotes,
} satisfies Chapter
