-- Whoever describes clubs in blocks may find pages and wines for them.
update roles set permissions = permissions || '{pages.read}'::text[] where is_built_in and name = 'Clubs' and not 'pages.read' = any(permissions);
