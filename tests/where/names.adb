--  SPDX-License-Identifier: GPL-2.0-or-later
--
--  Each subprogram whose name Ada's compiler writes otherwise allocates a block.
procedure Names is
   type Block is array (Positive range <>) of Integer;
   type Place is access Block;
   Kept : array (1 .. 5) of Place;
   pragma Volatile (Kept);

   package Lists is
      procedure Make (Number : Integer);
      procedure Make (Size : Float);
      function "+" (Left, Right : Place) return Place;
      task Worker;
   end Lists;

   package body Lists is
      procedure Make (Number : Integer) is
      begin
         Kept (Number) := new Block (1 .. 1001);
      end Make;

      procedure Make (Size : Float) is
      begin
         Kept (2) := new Block (1 .. Integer (Size));
      end Make;

      function "+" (Left, Right : Place) return Place is
      begin
         return new Block (1 .. Left'Length + Right'Length);
      end "+";

      task body Worker is
      begin
         Kept (4) := new Block (1 .. 1004);
      end Worker;
   end Lists;

begin
   Lists.Make (1);
   Lists.Make (1002.0);
   Kept (3) := Lists."+" (Kept (1), Kept (2));
   Kept (5) := new Block (1 .. 1005);
end Names;
