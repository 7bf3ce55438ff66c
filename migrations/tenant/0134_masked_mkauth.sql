-- The MK-AUTH keys are the operator's secrets now; the log of changes still had them as they were typed.
UPDATE audit_log SET changes = (
  SELECT json_group_array(json_object(
    'field', json_extract(value, '$.field'),
    'from', CASE WHEN ifnull(json_extract(value, '$.from'), '') = '' THEN json_extract(value, '$.from') ELSE 'set' END,
    'to', CASE WHEN ifnull(json_extract(value, '$.to'), '') = '' THEN json_extract(value, '$.to') ELSE 'set' END))
  FROM json_each(audit_log.changes))
WHERE kind = 'setting' AND subject_name IN ('ipmkauth', 'clientidmkauth', 'clientsecretmkauth');
