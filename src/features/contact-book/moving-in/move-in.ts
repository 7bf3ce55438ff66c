/** Takes over the contacts of another product. */
import type { Mover } from '../../../moving-in/mover'
import { moveContacts } from './contacts'
import { moveFields, movePictures } from './fields'

export const contactsMover: Mover = {
  name: 'contacts',
  async move(move) {
    await moveContacts(move)
    await moveFields(move)
    await movePictures(move)
  },
}
