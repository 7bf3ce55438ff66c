import * as v from 'valibot'
import { defineControlWrite } from '../../platform/control-writes'
import { statement } from '../../platform/sqlite'

/** How many people of a company have read them. It sets the numbers, so that the next one corrects a missed one. */
export const storeReaders = defineControlWrite(
  'announcements.storeReaders',
  v.object({
    companyId: v.number(),
    counted: v.array(v.object({ id: v.number(), readers: v.number() })),
  }),
  (control, _now, { companyId, counted }) => {
    const put = statement(
      control.$client,
      `INSERT INTO announcement_readers (announcement_id, company_id, readers)
       SELECT id, @companyId, @readers FROM announcements WHERE id = @id
       ON CONFLICT DO UPDATE SET readers = excluded.readers`,
    )
    for (const one of counted) put.run({ ...one, companyId })
  },
)
