-- Searches are answered by the index in memory.
alter table offers drop column search_text;
