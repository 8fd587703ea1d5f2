-- The PDF of each invoice and credit note with the XML in it, as it was first drawn (decision 122). One that an earlier version
-- issued has none until a job, or whoever asks for it, keeps what this version draws.
create table invoice_files (
  invoice_id uuid primary key references invoices (id),
  pdf bytea not null constraint invoice_files_of_pdf check (substr(pdf, 1, 5) = '%PDF-')
);
create trigger invoice_files_append_only before update or delete or truncate on invoice_files
  for each statement execute function keep_invoices();

-- Whether its file is kept from its issue. The version before does not keep files.
alter table invoices add column kept_from_issue boolean not null default false;
