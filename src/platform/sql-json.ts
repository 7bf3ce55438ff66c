/** SQL whose value is JSON: the driver hands over one text faster than many columns. */

/** An object with these fields, each the value of its SQL. */
export const jsonObject = (fields: Readonly<Record<string, string>>): string =>
  `json_object(${Object.entries(fields)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`

/** Of a column with 0 or 1. */
export const jsonBoolean = (column: string): string => `iif(${column}, json('true'), json('false'))`
