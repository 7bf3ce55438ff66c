import * as v from 'valibot'
import { usualWeek, WeekHours } from '../../../src/hours/contract'
import { ColorField } from '../../shared/form/ColorField'
import { ContactsField } from '../../shared/form/ContactsField'
import { CountField } from '../../shared/form/CountField'
import { changesOf } from '../../shared/form/changesOf'
import { DateField } from '../../shared/form/DateField'
import { DateRangeField } from '../../shared/form/DateRangeField'
import { DateTimeField } from '../../shared/form/DateTimeField'
import { FileField } from '../../shared/form/FileField'
import { FormField } from '../../shared/form/FormField'
import { HoursField } from '../../shared/form/HoursField'
import { MoneyField } from '../../shared/form/MoneyField'
import { PeopleField } from '../../shared/form/PickField'
import { SelectField } from '../../shared/form/SelectField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useForm } from '../../shared/form/useForm'
import { Button } from '../../shared/kit/Button'
import { Tag } from '../../shared/kit/Tag'
import { toast } from '../../shared/kit/toast'
import { fits, needleOf } from '../../shared/plain'
import { Day } from '../../shared/table/view'
import { Sample, Samples } from './Sample'

const SampleForm = v.object({
  name: v.pipe(v.string(), v.minLength(3, 'form.name.short')),
  profile: v.picklist(['admin', 'user']),
  connectionId: v.nullable(v.number('form.required')),
  isGeneral: v.boolean(),
  count: v.number(),
  color: v.string(),
  userIds: v.array(v.number()),
  contactIds: v.array(v.number()),
  price: v.nullable(v.number('form.invalid')),
  day: v.nullable(Day),
  from: v.nullable(Day),
  to: v.nullable(Day),
  sendAt: v.nullable(v.string()),
  hours: WeekHours,
  file: v.optional(v.nullable(v.file())),
})

const names = ['Adriana Couto', 'Bruno Teixeira', 'Camila Prado', 'Diego Nascimento', 'Fernanda Lopes']
const people = [...names, 'Gustavo Henrique', 'Isabela Moura', 'Karina Yamamoto', 'Leandro Batista'].map(
  (name, at) => ({ id: at + 1, name, second: `+55 (21) 9810${at}-5526` }),
)
const search = async (text: string) => people.filter(({ name }) => fits(needleOf(text), name))

const values: v.InferOutput<typeof SampleForm> = {
  name: 'Bruno Teixeira',
  profile: 'user',
  connectionId: null,
  isGeneral: true,
  count: 3,
  color: '#127eee',
  userIds: [2],
  contactIds: [1, 5],
  price: 123450,
  day: '2026-11-19',
  from: '2026-11-01',
  to: '2026-11-19',
  file: undefined,
  sendAt: '2026-11-19T17:30:00.000Z',
  hours: { ...usualWeek, days: usualWeek.days.map((day, at) => (at === 3 ? { from: '22:00', to: '04:00' } : day)) },
}
const MB = 1_000_000

export function FieldSamples() {
  const form = useForm(SampleForm, values)
  return (
    <Samples title="Fields">
      <Sample title="text, select, toggle, count">
        <FormField form={form} name="name" label="Name" hint="At least three letters." />
        <SelectField
          form={form}
          name="profile"
          label="Profile"
          options={[
            { value: 'admin', label: 'Admin' },
            { value: 'user', label: 'User' },
          ]}
        />
        <SelectField
          form={form}
          name="connectionId"
          label="Connection"
          none="None"
          options={[{ value: 1, label: 'Loja Centro' }]}
        />
        <ToggleField form={form} name="isGeneral" label="General" hint="For the whole company." />
        <CountField form={form} name="count" label="Order" hint="From 0." max={99} />
      </Sample>
      <Sample title="colour">
        <ColorField
          form={form}
          name="color"
          label="Colour"
          taken={new Map([['#d93f5a', 'Vendas']])}
          preview={(color) => <Tag tag={{ name: 'VIP', color }} />}
        />
      </Sample>
      <Sample title="people, contacts">
        <PeopleField form={form} name="userIds" label="People" options={{ data: people, error: null }} />
        <ContactsField form={form} name="contactIds" label="Contacts" search={search} known={people} />
      </Sample>
      <Sample title="file, money">
        <FileField form={form} name="file" label="File" accept="image/*,.pdf" maxBytes={16 * MB} optional />
        <FileField
          form={form}
          name="file"
          label="File that is stored"
          maxBytes={16 * MB}
          stored={{ name: 'Colecao-Aurora.jpg', size: 412_000 }}
        />
        <MoneyField form={form} name="price" label="Price" hint="A month." />
      </Sample>
      <Sample title="date, range, date and time">
        <DateField form={form} name="day" label="Due" optional />
        <DateRangeField form={form} from="from" to="to" label="Period" />
        <DateTimeField form={form} name="sendAt" label="Send at" />
      </Sample>
      <Sample title="hours of a week" isWide>
        <HoursField form={form} name="hours" label="Hours" />
      </Sample>
      <Button
        className="w-fit"
        onClick={form.handleSubmit((now) => toast.info(Object.keys(changesOf(values, now)).join(', ') || 'no changes'))}
      >
        What was changed?
      </Button>
    </Samples>
  )
}
