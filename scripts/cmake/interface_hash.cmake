# SPDX-License-Identifier: Apache-2.0
# Writes OUT: a hash of what a program and the library of a variant must have been compiled with alike
# (run with cmake -P). Variables: FILES (comma separated, read), TEXT (taken as it is), OUT.
string(REPLACE "," ";" files "${FILES}")
set(all "${TEXT}")
foreach(file IN LISTS files)
  file(SHA256 ${file} hash)
  get_filename_component(name ${file} NAME)
  string(APPEND all " ${name} ${hash}")
endforeach()
string(SHA256 hash "${all}")
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define CHOKEPOINT_INTERFACE \"${hash}\"\n")
file(TOUCH_NOCREATE ${OUT})
